FROM node:24-alpine AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY tsconfig.json ./
COPY scripts scripts
COPY src src
COPY fixtures fixtures
RUN npm run build

FROM node:24-alpine
WORKDIR /app
ENV NODE_ENV=production
COPY package.json package-lock.json .npmrc ./
# The optional packages are needed: sharp's own code is one for each platform.
# Volumes take over who may write to their folder: any user, so that --user can be any.
RUN npm ci --omit=dev --ignore-scripts && npm cache clean --force && mkdir -m 777 /data /authority
COPY scenarios scenarios
COPY --from=build /app/dist dist
# Compiles what a start needs, once for all starts.
RUN node dist/main.cjs exec -- true
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
