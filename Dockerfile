# Builds the product in one stage, and takes only what runs into the other:
#   docker build --tag tallyhour .

# The bases have digests, so that every build begins from the same bytes (Node 24.21.0; Debian of August 2026). A newer one
# is what "docker buildx imagetools inspect debian:trixie-slim" prints; to try it: docker build --build-arg DEBIAN_BASE=...
ARG NODE_BASE=docker.io/library/node:24-trixie-slim@sha256:6950b66b4c0cb0151ce89fa75074673850763d096b044f422c6729b588dd4956
ARG DEBIAN_BASE=docker.io/library/debian:trixie-slim@sha256:3a39a0592364683e6bab97937b72cad5a8fa6dcbbee90edb3bb48c7f8e94f258

# Its Node only runs npm; the product's own Node comes with its packages, by the lock file.
FROM ${NODE_BASE} AS build
RUN apt-get update && apt-get install --yes --no-install-recommends tini
WORKDIR /source
COPY package.json package-lock.json .npmrc ./
# A registry of one's own comes in by a secret: docker build --secret id=npmrc,src=$HOME/.npmrc
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc npm ci --no-audit --no-fund
COPY . .
RUN npm run --silent package -- /opt/tallyhour

FROM ${DEBIAN_BASE}
COPY --from=build /usr/bin/tini-static /usr/bin/tini
COPY --from=build /opt/tallyhour /opt/tallyhour
RUN install --directory --owner=1000 --group=1000 --mode=0700 /data
ENV PATH=/opt/tallyhour:/usr/bin:/bin HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
# How its commands are called, for the texts that name one.
ENV TALLYHOUR="docker exec tallyhour tallyhour"
USER 1000:1000
WORKDIR /data
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s CMD ["node", "-e", \
  "require('http').get(`http://127.0.0.1:${process.env.PORT}/up`, (answer) => process.exit(answer.statusCode === 200 ? 0 : 1)).on('error', () => process.exit(1))"]
# Passes signals on, and buries processes whose parent has ended.
ENTRYPOINT ["tini", "--", "tallyhour"]
CMD ["start"]
