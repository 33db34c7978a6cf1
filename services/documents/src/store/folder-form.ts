import { join } from 'node:path'

import { StartRefusal } from '@oficina/kit/start-refusal.ts'

import { readIfThere } from './version-files.ts'

/** Where a form that this version does not know would be named; folders of the first form have no such file. */
const FORM = '.form'
const KNOWN = '1'

/**
 * Leaves a folder alone whose form a newer version has changed: read in the old way it could show less than is there.
 * @throws StartRefusal with what to do
 * @source docs/decisions/0101-template-storage.md
 */
export async function checkForm(folder: string): Promise<void> {
  const form = (await readIfThere(join(folder, FORM)))?.toString('utf8').trim()
  if (form === undefined || form === KNOWN) return
  throw new StartRefusal(
    `the templates in ${folder} have the form ${JSON.stringify(form.slice(0, 20))} of a newer version of documents, and ` +
      `this one knows the form ${KNOWN} only, so nothing was changed. Start the newer version again, or this one on a ` +
      'backup from before the update.',
  )
}
