import { Failure, Skeleton } from '@oficina/web/notice.tsx'
import { Pill } from '@oficina/web/pill.tsx'

import type { PagesRequest } from '../preview/use-pages.ts'
import { failureText } from '../session/failure-text.ts'
import { words } from '../words/compare.ts'
import type { Mark } from './marks.ts'
import { useComparison } from './use-comparison.ts'

export interface ComparedPagesProps {
  readonly before: Blob
  readonly after: Blob
  readonly request: PagesRequest
}

/** The pages of two versions side by side, with what differs marked on both. */
export function ComparedPages({ before, after, request }: ComparedPagesProps) {
  const { pages, isBusy, error } = useComparison(before, after, request)
  return (
    <section aria-label={words('pages')} aria-busy={isBusy} class="compared">
      {error !== undefined && <Failure text={failureText(error)} />}
      {pages.map((page, index) => (
        <div key={index} class="compared-page">
          <p class="compared-head">
            {words('page', { number: index + 1 })}
            <Difference
              count={page.marks.length}
              isWhole={page.before === undefined || page.after === undefined}
            />
          </p>
          <Side
            url={page.before}
            marks={page.marks}
            alt={words('beforeAlt', { number: index + 1 })}
          />
          <Side
            url={page.after}
            marks={page.marks}
            alt={words('afterAlt', { number: index + 1 })}
          />
        </div>
      ))}
      {isBusy && <Skeleton lines={4} />}
    </section>
  )
}

function Difference({ count, isWhole }: { readonly count: number; readonly isWhole: boolean }) {
  if (isWhole) return <Pill tone="warning">{words('onlyOne')}</Pill>
  if (count === 0) return <Pill tone="success">{words('same')}</Pill>
  return <Pill tone="warning">{words('differs', { count })}</Pill>
}

interface SideProps {
  readonly url: string | undefined
  readonly marks: readonly Mark[]
  readonly alt: string
}

function Side({ url, marks, alt }: SideProps) {
  if (url === undefined) return <p class="compared-none muted">{words('noPage')}</p>
  const percent = (part: number): string => `${part * 100}%`
  return (
    <div class="compared-side">
      <img src={url} alt={alt} />
      {marks.map((mark, index) => (
        <span
          key={index}
          class="compared-mark"
          style={{
            left: percent(mark.left),
            top: percent(mark.top),
            width: percent(mark.width),
            height: percent(mark.height),
          }}
        />
      ))}
    </div>
  )
}
