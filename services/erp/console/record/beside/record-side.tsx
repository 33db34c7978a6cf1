import '@preact/signals'
import type { AroundRecord } from '../surrounded-record.ts'
import { Activity } from './activity.tsx'
import { Attachments } from './attachments.tsx'
import { RelatedPanel } from './related-panel.tsx'

/** What stands beside a record: what refers to it, its files, and what happened to it. */
export function RecordSide({ meta, record }: AroundRecord) {
  return (
    <aside class="record-side">
      <RelatedPanel meta={meta} record={record} />
      <Attachments meta={meta} record={record} />
      <Activity meta={meta} record={record} />
    </aside>
  )
}
