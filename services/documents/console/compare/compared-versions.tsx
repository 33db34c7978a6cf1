import { useMemo } from 'preact/hooks'
import { newId } from '@oficina/web/dom.ts'
import { Failure, Skeleton } from '@oficina/web/notice.tsx'
import { useLoaded } from '@oficina/web/use-loaded.ts'

import type { PagesRequest } from '../preview/use-pages.ts'
import { failureText } from '../session/failure-text.ts'
import { tagChanges } from '../templates/tag-names.ts'
import { readDraftTags } from '../templates/template-api.ts'
import { ComparedPages } from './compared-pages.tsx'
import { TagDifferences } from './tag-differences.tsx'

export interface ComparedVersionsProps {
  readonly before: Blob
  readonly after: Blob
  readonly request: PagesRequest
}

/** Two versions: what they ask for, and their pages with the same data. */
export function ComparedVersions({ before, after, request }: ComparedVersionsProps) {
  const question = useMemo(() => newId('versions'), [before, after])
  const loaded = useLoaded(question, async (signal) => ({
    one: await readDraftTags(before, signal),
    other: await readDraftTags(after, signal),
  }))
  if (loaded.error !== undefined) {
    return <Failure text={failureText(loaded.error)} onRetry={loaded.reload} />
  }
  if (loaded.value === undefined || loaded.isLoading) return <Skeleton lines={6} />
  const { one, other } = loaded.value
  // What only one of them asks for, nobody has typed.
  const data = { ...one.sample, ...other.sample, ...request.data }
  return (
    <>
      <TagDifferences {...tagChanges(one.tags, other.tags)} />
      <ComparedPages before={before} after={after} request={{ ...request, data }} />
    </>
  )
}
