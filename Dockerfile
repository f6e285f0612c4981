# One node: docker build -t quoin . && docker run -p 8080:8080 -v quoin:/data quoin
ARG NODE=docker.io/library/node:24-slim

FROM ${NODE} AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build && npm ci --omit=dev --no-audit --no-fund

FROM ${NODE}
# The user of the official image; other images get it here.
RUN id node >/dev/null 2>&1 || useradd --uid 1000 --user-group --create-home node
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/dist-admin ./dist-admin
COPY --from=build /app/server ./server
COPY --from=build /app/src ./src
COPY --from=build /app/content ./content
RUN mkdir /data /photos && chown node:node /data /photos
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data
USER node
VOLUME /data
EXPOSE 8080
# Ready once it has prices: the first start makes the past of its market first.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# As `npm start` does.
CMD ["node", "--max-semi-space-size=8", "--heap-growing-percent=40", "server/main.ts"]
