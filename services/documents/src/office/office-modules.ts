import { readdir, realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import type { OfficeModule } from './office-format.ts'

/** Whether an office has a part of the suite; one that does not show what it has is believed to have all. */
export async function hasModule(officePath: string, module: OfficeModule): Promise<boolean> {
  const program = await realpath(officePath).catch(() => officePath)
  const registry = join(dirname(program), '..', 'share', 'registry')
  const names: readonly string[] = await readdir(registry).catch(() => [])
  return names.length === 0 || names.includes(`${module}.xcd`)
}
