FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY tsconfig.json ./
COPY .build ./.build
COPY src ./src
RUN npm run build

FROM node:24-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production NODE_COMPILE_CACHE=/app/compiled
RUN mkdir compiled && chown node compiled
COPY --from=build /app/package.json /app/dist/ ./
USER node
# What V8 compiled is kept for every start; without a configuration the start ends here, after the compiling.
RUN node --enable-source-maps main.js 2>&1 | grep -q 'cannot start' && test -n "$(ls compiled)"
# Slack's requests in HTTP mode, and health in both modes.
EXPOSE 3000 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=15s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.HEALTH_PORT || 8080}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--enable-source-maps", "main.js"]
