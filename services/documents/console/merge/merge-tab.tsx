import { useMemo, useState } from 'preact/hooks'
import { Empty } from '@oficina/web/notice.tsx'

import { sampleOf } from '../data/sample.ts'
import type { TabProps } from '../template/tab-panel.tsx'
import { typedData, useData } from '../template/use-data.ts'
import { words } from '../words/merge.ts'
import { checkRows } from './check-rows.ts'
import { MappingTable } from './mapping-table.tsx'
import { proposedMapping, targetsOf, type Mapping, type RowContext } from './mapping.ts'
import { MergeOutput } from './merge-output.tsx'
import { RowsTable } from './rows-table.tsx'
import { SheetInput } from './sheet-input.tsx'
import type { Sheet } from './sheet.ts'

/** One document for each row of a spreadsheet. */
export function MergeTab({ known }: TabProps) {
  const { template, fields, tags } = known
  const [held] = useData(template.slug, () => sampleOf(fields, tags.sample))
  const targets = useMemo(() => targetsOf(fields), [fields])
  const [sheet, setSheet] = useState<Sheet | undefined>(undefined)
  const [mapping, setMapping] = useState<Mapping>({})
  const [skipsBad, setSkipsBad] = useState(false)
  const context = useMemo<RowContext | undefined>(
    () => (sheet === undefined ? undefined : { sheet, targets, mapping, common: held.data }),
    [sheet, targets, mapping, held.data],
  )
  const problems = useMemo(
    () => (context === undefined ? new Map() : checkRows(context)),
    [context],
  )
  if (targets.length === 0) return <Empty title={words('noTags')} />
  const take = (given: Sheet | undefined): void => {
    setSheet(given)
    if (given !== undefined) {
      // A sample is nobody's data.
      setMapping(proposedMapping(targets, given, typedData(template.slug) ?? {}))
    }
  }
  return (
    <div class="merge">
      <SheetInput slug={template.slug} targets={targets} sheet={sheet} onSheet={take} />
      {context !== undefined && (
        <>
          <MappingTable context={context} onChange={setMapping} />
          <RowsTable
            slug={template.slug}
            context={context}
            held={held}
            problems={problems}
            skipsBad={skipsBad}
            onSkip={setSkipsBad}
          />
          <MergeOutput
            slug={template.slug}
            context={context}
            held={held}
            problems={problems}
            skipsBad={skipsBad}
          />
        </>
      )}
    </div>
  )
}
