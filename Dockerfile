# For a release, name it by digest as well: src/ops/README.md, "The image".
ARG BASE=node:24-bookworm-slim
FROM $BASE AS build
WORKDIR /txnbot
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY tsconfig.json LICENSE ./
COPY .build ./.build
COPY src ./src
RUN npm run build && mv dist /app && cp package.json LICENSE /app && install -d -o node /app/compiled && install -d -m 700 /empty
USER node
# What V8 compiled is kept for every start, and found by the file's path, the user's number and the options of `node`.
# Without a configuration the start ends here, after the compiling.
RUN NODE_COMPILE_CACHE=/app/compiled node \
    --max-semi-space-size=16 --no-wasm-tier-up --no-wasm-dynamic-tiering \
    /app/main.js 2>&1 | grep -q 'cannot start' \
  && test -n "$(ls /app/compiled)" && chmod -R a+rX /app/compiled

FROM $BASE
WORKDIR /app
ENV NODE_ENV=production NODE_COMPILE_CACHE=/app/compiled
COPY --from=build --chown=0:0 /app ./
# For what txnbot keeps (STATE_DIR).
COPY --from=build --chown=1000:1000 /empty ./state
VOLUME /app/state
# The base image's `node`, by number: Kubernetes sees that it is not root.
USER 1000
# Slack's requests in HTTP mode, and health in both modes.
EXPOSE 3000 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=15s \
  CMD ["node", "-e", "fetch(`http://${(process.env.HEALTH_HOST || '127.0.0.1').replace(/.*:.*/, '[$&]')}:${process.env.HEALTH_PORT || 8080}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# The argument `check` tries all that the bot needs: see README.md, "The doctor".
# The options save memory and cost no processor time (test/bench/README.md has each).
ENTRYPOINT ["node", "--max-semi-space-size=16", "--no-wasm-tier-up", \
  "--no-wasm-dynamic-tiering", "main.js"]
CMD []
