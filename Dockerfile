# `npm run image:pin` adds the digests of these releases, which fix all that a build takes from them.
ARG NODE_IMAGE=node:24-alpine3.22
ARG ALPINE_IMAGE=alpine:3.22

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY tsconfig.json ./
COPY scripts scripts
COPY src src
COPY fixtures fixtures
COPY console console
COPY docs docs
# Leaves sharp alone. Its optional packages are needed: they are its own code, one for each platform. The SBOM reads the
# notices of the bundles, so those of the image come after it.
RUN npm run build && node scripts/sbom.js > sbom.cdx.json && npm prune --omit=dev --ignore-scripts \
  && rm -rf node_modules/.cache && node scripts/image-notices.js >> dist/THIRD-PARTY-NOTICES.txt

# Node alone, without npm and yarn: the same file as in the build, which the SBOM names. It needs the library of C++.
FROM ${ALPINE_IMAGE}
RUN apk add --no-cache libstdc++ tini && adduser -D -H -u 1000 node
COPY --from=build /usr/local/bin/node /usr/local/bin/
WORKDIR /app
ENV NODE_ENV=production
COPY package.json LICENSE ./
COPY scenarios scenarios
COPY docs docs
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY --from=build /app/sbom.cdx.json ./
# Compiles what a start and a first document need, once for all containers. Volumes take over who may write to their folder:
# any user, so that --user can be any.
RUN node dist/main.cjs exec -- node dist/main.cjs receive LICENSE from=+12025550199 to=+12025550123 \
  && mkdir -m 777 /data /authority
# The number of node, so that Kubernetes can check runAsNonRoot.
USER 1000
# Inside a container, loopback has no clients; outside, the published port says who may call. /data is used when mounted.
# /dev/shm can be written with --read-only too, and by any user.
ENV FAXSIM_HOST=0.0.0.0 FAXSIM_DATA_MOUNT=/data FAXSIM_URL_FILE=/dev/shm/faxsim-url
EXPOSE 8329 8443
# Without node, which takes a twentieth of a second of a core to start: sh and wget are busybox's. The file says where the
# server listens, whatever its flags; without it, the port of the settings counts. No proxy stands before loopback.
HEALTHCHECK --interval=15s --timeout=3s --start-period=30s --start-interval=1s \
  CMD http_proxy= wget -q -T 2 -O /dev/null \
    "$(cat "$FAXSIM_URL_FILE" 2>/dev/null || echo "http://127.0.0.1:${FAXSIM_PORT:-8329}")/_faxsim/livez"
# Last, since each revision has others. A build without arguments says so by "unknown" and by the year 1970.
ARG ALPINE_IMAGE
ARG VERSION=0.1.0
ARG REVISION=unknown
ARG CREATED=1970-01-01T00:00:00Z
LABEL org.opencontainers.image.title="faxsim" \
  org.opencontainers.image.description="A local simulator of the Phaxio fax API, versions v1, v2 and v2.1, and of the Sinch Fax API v3" \
  org.opencontainers.image.licenses="MIT" \
  org.opencontainers.image.version="${VERSION}" \
  org.opencontainers.image.revision="${REVISION}" \
  org.opencontainers.image.created="${CREATED}" \
  org.opencontainers.image.base.name="${ALPINE_IMAGE}"
# The first process of a container ignores signals until it listens to them, and node takes a while until then.
ENTRYPOINT ["tini", "--", "node", "dist/main.cjs"]
