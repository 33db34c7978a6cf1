import { StartRefusal } from '@oficina/kit/start-refusal.ts'

import type { SchemaStep } from '../../schema/step.ts'

// As many as a terminal shows; the command shows all.
const SHOWN = 20
const COMMAND = 'npm run erp -w @oficina/erp -- migrate'

interface Found {
  /** Whether this very dictionary was applied here before a newer one. */
  readonly wasHere: boolean
}

/** The dictionary requires changes that could lose data, or is that of an older version; a person decides. */
export function schemaRefusal(steps: readonly SchemaStep[], { wasHere }: Found): StartRefusal {
  const removals = steps.filter(({ isRemoval }) => isRemoval === true)
  const lossy = steps.filter(({ kind }) => kind === 'lossy')
  return wasHere || removals.length > 0
    ? olderVersion(lossy.length > 0 ? lossy : steps)
    : new StartRefusal(
        `the dictionary requires changes that could lose data, so nothing was changed:\n${lines(lossy)}\n` +
          `Change these rows with the version that ran before, and start again; or \`${COMMAND} --apply\` shows what ` +
          'would be done to them, and does it after asking.',
      )
}

function olderVersion(steps: readonly SchemaStep[]): StartRefusal {
  return new StartRefusal(
    'this database was brought up to date by a newer version of the ERP, whose dictionary has what this one does not ' +
      `know, so nothing was changed:\n${lines(steps)}\n` +
      'Start the newer version again, or this one on a backup from before the update. If the dictionary was ' +
      `shortened on purpose, \`${COMMAND} --apply\` shows what is lost, and does it after asking.`,
  )
}

/** @param unknown applied migrations of the platform that this version does not have */
export function unknownMigrations(unknown: readonly string[]): StartRefusal {
  return new StartRefusal(
    'this database was brought up to date by a newer version of the ERP: this one does not know its migrations ' +
      `${unknown.join(', ')}, so nothing was changed. Start the newer version again, or this one on a backup from ` +
      'before the update.',
  )
}

function lines(steps: readonly SchemaStep[]): string {
  const shown = steps.slice(0, SHOWN).map(({ reason }) => `  - ${reason}`)
  const more = steps.length - shown.length
  return [...shown, ...(more > 0 ? [`  - and ${more} more`] : [])].join('\n')
}
