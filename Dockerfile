FROM node:24-alpine3.22 AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY tsconfig.json ./
COPY scripts scripts
COPY src src
COPY fixtures fixtures
# Leaves sharp alone. Its optional packages are needed: they are its own code, one for each platform.
RUN npm run build && npm prune --omit=dev --ignore-scripts

# Node alone, without npm and yarn, from the same release of Alpine.
FROM alpine:3.22
RUN apk add --no-cache nodejs && adduser -D -H -u 1000 node
WORKDIR /app
ENV NODE_ENV=production
COPY package.json LICENSE ./
COPY scenarios scenarios
COPY docs docs
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
# Compiles what a start and a first document need, once for all containers. Volumes take over who may write to their folder:
# any user, so that --user can be any.
RUN node dist/main.cjs exec -- node dist/main.cjs receive LICENSE from=+12025550199 to=+12025550123 \
  && mkdir -m 777 /data /authority
USER node
# Inside a container loopback is nobody; outside, the published port says who may call. /data is used when mounted.
# /dev/shm can be written with --read-only too, and by any user.
ENV FAXSIM_HOST=0.0.0.0 FAXSIM_DATA_MOUNT=/data FAXSIM_URL_FILE=/dev/shm/faxsim-url
EXPOSE 8329
# Without node, which takes a twentieth of a second of a core to start: sh and wget are busybox's. The file says where the
# server listens, whatever its flags; without it, the port of the settings counts. No proxy stands before loopback.
HEALTHCHECK --interval=15s --timeout=3s --start-period=30s --start-interval=1s \
  CMD http_proxy= wget -q -T 2 -O /dev/null \
    "$(cat "$FAXSIM_URL_FILE" 2>/dev/null || echo "http://127.0.0.1:${FAXSIM_PORT:-8329}")/_faxsim/livez"
ENTRYPOINT ["node", "dist/main.cjs"]
