import { Button } from '@oficina/web/button.tsx'
import { Link } from '@oficina/web/link.tsx'
import { useLoaded } from '@oficina/web/use-loaded.ts'

import { textOf } from '../reports/report-catalog.ts'
import { words } from '../words/start.ts'
import { hideNotice, isNoticeHidden, readStart, skippedSteps } from './start-steps.ts'
import { nextStep, stateOf } from './step.ts'

/** On the first page, as long as the company is not whole: how far it is, and the next step. */
export function StartNotice() {
  const isHidden = isNoticeHidden()
  const { value } = useLoaded(isHidden ? undefined : 'start', readStart)
  if (isHidden || value === undefined) return null
  const skipped = skippedSteps()
  const { steps } = value
  const next = nextStep(steps, skipped)
  // What a company can work without is no reason to remind anybody.
  if (next === undefined || next.optional) return null
  const done = steps.filter((step) => stateOf(step, skipped) !== 'open').length
  const progress = words('progress', { done: String(done), total: String(steps.length) })
  return (
    <section class="card start-notice" aria-label={words('notice')}>
      <div>
        <h2>{words('notice')}</h2>
        <p class="muted">
          {progress}. {words('next')}: {textOf(next.label)}
        </p>
      </div>
      <div class="start-ways">
        <Link to="/start" class="btn primary">
          {words('goOn')}
        </Link>
        <Button kind="quiet" onClick={hideNotice}>
          {words('hide')}
        </Button>
      </div>
    </section>
  )
}
