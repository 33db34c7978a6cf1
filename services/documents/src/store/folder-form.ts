import { join } from 'node:path'

import { assertKnownForm } from './known-form.ts'
import { readIfThere } from './version-files.ts'

/** Where a form that this version does not know would be named; folders of the first form have no such file. */
const FORM = '.form'

/** @throws StartRefusal when a newer version has changed the folder's form */
export async function checkForm(folder: string): Promise<void> {
  assertKnownForm(await readIfThere(join(folder, FORM)), folder)
}
