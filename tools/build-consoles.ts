import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { BUILT_FOLDER, bundleConsole, fileHash } from '@oficina/web/server/bundle-console.ts'

import { ROOT } from './test-runner/root.ts'

const CONSOLES = ['services/erp/console', 'services/chat/console', 'services/documents/console']

/** Bundles the consoles beforehand, for images, where no bundler is: `npx node tools/build-consoles.ts`. */
for (const console of CONSOLES) {
  const folder = join(ROOT, console)
  const { files } = await bundleConsole(folder)
  const built = join(folder, BUILT_FOLDER)
  await rm(built, { recursive: true, force: true })
  await mkdir(built)
  for (const { name, bytes } of files) await writeFile(join(built, name), bytes)
  const list = { files: files.map(({ name, bytes }) => ({ name, sha256: fileHash(bytes) })) }
  await writeFile(join(built, 'files.json'), JSON.stringify(list))
  const total = files.reduce((sum, { bytes }) => sum + bytes.length, 0)
  process.stdout.write(`${console}: ${files.length} files, ${Math.ceil(total / 1024)} KiB\n`)
}
