import { useLayoutEffect, useState } from 'preact/hooks'
import { Failure, Skeleton } from '@oficina/web/notice.tsx'
import type { PageProps } from '@oficina/web/page-routes.ts'

import { modelMetadata, type ModelMetadata } from '../metadata/model-metadata.ts'
import { failureText } from '../session/failure-text.ts'
import { ListOf } from './list-of.tsx'

/** `/m/:modelo`: the records of a model. */
export function ListPage({ params, query }: PageProps) {
  const model = params['modelo'] ?? ''
  const [meta, setMeta] = useState<ModelMetadata | undefined>(undefined)
  const [error, setError] = useState<unknown>(undefined)
  const [attempt, setAttempt] = useState(0)
  // Asked for before the page is painted, which another effect would wait for.
  useLayoutEffect(() => {
    setError(undefined)
    modelMetadata(model).then(setMeta, setError)
  }, [model, attempt])
  if (error !== undefined) {
    const text = failureText(error)
    return <Failure text={text} onRetry={() => setAttempt(attempt + 1)} />
  }
  if (meta === undefined) return <Skeleton lines={12} />
  return <ListOf key={model} meta={meta} asked={query} />
}
