import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { registerConsole, type ConsoleFileRoute } from '@oficina/web/server/register-console.ts'

import { sendApiError } from '../api/answers.ts'
import { notFound } from '../tenancy/api-error.ts'
import { say } from '../tenancy/words/say.ts'

const FOLDER = join(import.meta.dirname, '..', '..', 'console')
// What telephones and desktops ask for; all others take the drawing.
const ICON_SIZES = [192, 512] as const
const GREEN = '#0f6b5f'

/**
 * Serves the web client at `/` and `/console`, with what a browser needs to install it. Where readers are sent to another
 * origin for files, the client may show those.
 */
export function registerClient(app: FastifyInstance, filesOrigin: string | undefined): void {
  const files = filesOrigin === undefined ? '' : ` ${filesOrigin}`
  registerConsole(app, {
    folder: FOLDER,
    title: 'Oficina',
    addresses: ['/'],
    policy: { 'media-src': `'self' blob:${files}`, 'img-src': `'self' blob: data:${files}` },
    files: [
      { name: 'icon.svg', type: 'image/svg+xml', load: drawing },
      ...ICON_SIZES.map(picture),
      { name: 'manifest.webmanifest', type: 'application/manifest+json', load: manifest },
    ],
    head: [
      '<link rel="icon" href="/console/icon.svg">',
      '<link rel="apple-touch-icon" href="/console/icon-192.png">',
      '<link rel="manifest" href="/console/manifest.webmanifest">',
      `<meta name="theme-color" content="${GREEN}">`,
    ],
    notFound: (request, reply) =>
      sendApiError(
        notFound(
          say('There is no %{method} %{path}', {
            method: request.method,
            path: request.url.split('?', 1).join(''),
          }),
        ),
        reply,
      ),
  })
}

async function drawing(): Promise<Uint8Array> {
  return await readFile(join(FOLDER, 'app-icon.svg'))
}

function picture(size: number): ConsoleFileRoute {
  return {
    name: `icon-${size}.png`,
    type: 'image/png',
    load: async () =>
      await sharp(await drawing())
        .resize(size, size)
        .png()
        .toBuffer(),
  }
}

function manifest(): Promise<Uint8Array> {
  const icons = [
    { src: '/console/icon.svg', sizes: 'any', type: 'image/svg+xml' },
    ...ICON_SIZES.map((size) => ({
      src: `/console/icon-${size}.png`,
      sizes: `${size}x${size}`,
      type: 'image/png',
      purpose: 'any maskable',
    })),
  ]
  const text = JSON.stringify({
    name: 'Oficina',
    short_name: 'Oficina',
    id: '/console',
    start_url: '/console',
    scope: '/',
    display: 'standalone',
    background_color: GREEN,
    theme_color: GREEN,
    icons,
  })
  return Promise.resolve(new TextEncoder().encode(text))
}
