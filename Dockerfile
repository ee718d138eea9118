# `npm run test:image` builds and starts it; the other tests do not, because that needs root and a network.
#   docker build -t reelcommons . && docker run --read-only --tmpfs /tmp -v reelcommons:/data -p 8080:8080 reelcommons

FROM node:26-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
# What runs is JavaScript and what it depends on; the Node.js that npm brings is the image's own.
RUN npm run bundle && npm prune --omit=dev && rm -rf node_modules/.cache

FROM node:26-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production
COPY --from=build /build/package.json /build/openapi.json /build/openapi-commons.json /build/LICENSE ./
COPY --from=build /build/bin ./bin
COPY --from=build /build/dist ./dist
COPY --from=build /build/docs/examples ./docs/examples
COPY --from=build /build/migrations ./migrations
COPY --from=build /build/sample ./sample
COPY --from=build /build/src/pages/assets ./src/pages/assets
COPY --from=build /build/node_modules ./node_modules
# Nothing of it can be written to but what is kept.
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
ENV REELCOMMONS_DATA=/data REELCOMMONS_HOST=0.0.0.0 REELCOMMONS_LOG_FORMAT=json
EXPOSE 8080
# Whether it is alive; /readyz says whether it can be asked, which a database that is away is no reason to restart it.
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:8080/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "bin/reelcommons.js"]
CMD ["serve"]
