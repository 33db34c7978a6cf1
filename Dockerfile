# One image per service: `docker build --target documents .`, `--target erp`, `--target chat`.
# The sources run as they are (Node strips the types); only the consoles are bundled beforehand.

FROM node:26-bookworm-slim AS base
ENV NODE_ENV=production HOST=0.0.0.0 LOG_FORMAT=json
WORKDIR /app

# The manifests alone first: a change of sources does not install the packages anew.
FROM base AS manifests
COPY package.json package-lock.json ./
COPY packages/api/package.json packages/api/
COPY packages/http/package.json packages/http/
COPY packages/kit/package.json packages/kit/
COPY packages/mail/package.json packages/mail/
COPY packages/nats/package.json packages/nats/
COPY packages/objects/package.json packages/objects/
COPY packages/outbound/package.json packages/outbound/
COPY packages/postgres/package.json packages/postgres/
COPY packages/testkit/package.json packages/testkit/
COPY packages/web/package.json packages/web/
COPY packages/words/package.json packages/words/
COPY packages/xml/package.json packages/xml/
COPY packages/zip/package.json packages/zip/
COPY services/chat/package.json services/chat/
COPY services/documents/package.json services/documents/
COPY services/erp/package.json services/erp/
COPY tools/package.json tools/

# --omit=optional leaves the embedded PostgreSQL out: the images use the one that DATABASE_URL names.
FROM manifests AS erp-packages
RUN npm ci --ignore-scripts --omit=dev --omit=optional --workspace @oficina/erp --include-workspace-root=false

# sharp, which re-encodes pictures, brings its native part as an optional package.
FROM manifests AS chat-packages
RUN npm ci --ignore-scripts --omit=dev --workspace @oficina/chat --include-workspace-root=false

FROM manifests AS documents-packages
RUN npm ci --ignore-scripts --omit=dev --workspace @oficina/documents --include-workspace-root=false

# The bundlers bring their programs as optional packages, which the image of the service leaves out.
FROM manifests AS consoles
RUN npm ci --ignore-scripts
COPY packages packages
COPY services services
COPY tools tools
RUN node tools/build-consoles.ts

FROM base AS erp
COPY --from=erp-packages /app /app
COPY packages packages
COPY services/erp services/erp
COPY --from=consoles /app/services/erp/console/built services/erp/console/built
RUN mkdir -p /data/attachments && chown -R node:node /data
USER node
ENV PORT=3001 DATA_DIR=/data
EXPOSE 3001
VOLUME /data
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD node -e "fetch('http://127.0.0.1:'+process.env.PORT+'/health').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"
CMD ["node", "services/erp/src/main.ts"]

FROM base AS chat
COPY --from=chat-packages /app /app
COPY packages packages
COPY services/chat services/chat
COPY --from=consoles /app/services/chat/console/built services/chat/console/built
RUN mkdir -p /data/uploads && chown -R node:node /data
USER node
ENV PORT=3002 DATA_DIR=/data
EXPOSE 3002
VOLUME /data
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD node -e "fetch('http://127.0.0.1:'+process.env.PORT+'/health').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"
CMD ["node", "services/chat/src/main.ts"]

FROM base AS documents
# Carlito and Caladea have the metrics of Calibri and Cambria, without which the lines of most templates break elsewhere.
RUN apt-get update \
  && apt-get install -y --no-install-recommends \
    libreoffice-writer-nogui libreoffice-calc-nogui libreoffice-impress-nogui poppler-utils \
    fonts-liberation fonts-dejavu-core fonts-crosextra-carlito fonts-crosextra-caladea \
  && rm -rf /var/lib/apt/lists/*
COPY --from=documents-packages /app /app
COPY packages packages
COPY services/documents services/documents
COPY --from=consoles /app/services/documents/console/built services/documents/console/built
RUN mkdir -p /data/templates /data/images /data/tmp && chown -R node:node /data
USER node
ENV PORT=3000 TEMPLATES_DIR=/data/templates IMAGES_DIR=/data/images TMP_DIR=/data/tmp
EXPOSE 3000
VOLUME /data
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
  CMD node -e "fetch('http://127.0.0.1:'+process.env.PORT+'/health').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"
CMD ["node", "services/documents/src/main.ts"]
