import { Button } from '@oficina/web/button.tsx'
import { language } from '@oficina/web/language.ts'
import { Link } from '@oficina/web/link.tsx'
import { Empty, Failure, Skeleton } from '@oficina/web/notice.tsx'
import { useTitle } from '@oficina/web/title.ts'
import { useLoaded } from '@oficina/web/use-loaded.ts'

import { wantedAction } from '../actions/wanted-action.ts'
import { textOf } from '../reports/report-catalog.ts'
import { failureText } from '../session/failure-text.ts'
import { words } from '../words/start.ts'
import { readStart, skippedSteps, skipStep, takeStep, type Start } from './start-steps.ts'
import { addressOf, nextStep, stateOf, type StartStep, type StepPlace } from './step.ts'

/** What a company does in its first hour, step by step; it follows from its records, so anybody can go on with it. */
export function StartPage() {
  useTitle(words('title'))
  const { value, error, reload } = useLoaded('start', readStart)
  return (
    <div class="start">
      <h1>{words('title')}</h1>
      {error !== undefined && <Failure text={failureText(error)} onRetry={reload} />}
      {value === undefined && error === undefined && <Skeleton lines={10} />}
      {value !== undefined && <Steps start={value} />}
    </div>
  )
}

function Steps({ start }: { readonly start: Start }) {
  const { steps } = start
  const skipped = skippedSteps()
  const done = steps.filter((step) => stateOf(step, skipped) !== 'open').length
  const next = nextStep(steps, skipped)
  if (steps.length === 0) return <Empty title={words('nothing')}>{words('nothingText')}</Empty>
  return (
    <>
      <p class="muted">{words(next === undefined ? 'allDoneText' : 'intro')}</p>
      <p class="start-progress">
        <progress value={done} max={steps.length} aria-label={words('title')} />
        <span>
          {next === undefined
            ? words('allDone')
            : words('progress', { done: String(done), total: String(steps.length) })}
        </span>
      </p>
      <ol class="start-steps">
        {steps.map((step) => (
          <Step
            key={step.name}
            step={step}
            isNext={step === next}
            counted={start.counted}
            skipped={skipped}
          />
        ))}
      </ol>
    </>
  )
}

interface StepProps {
  readonly step: StartStep
  readonly isNext: boolean
  readonly counted: number
  readonly skipped: readonly string[]
}

function Step({ step, isNext, counted, skipped }: StepProps) {
  const state = stateOf(step, skipped)
  const { name, label, help, opens, or, optional } = step
  return (
    <li class={`card start-step ${state}`} aria-current={isNext ? 'step' : undefined}>
      <div>
        <h2>
          {textOf(label)}
          {optional && <small class="muted"> ({words('optional')})</small>}
        </h2>
        <p class="muted">{textOf(help)}</p>
        {step.note !== undefined && step.note !== null && <p>{textOf(step.note)}</p>}
        <p class="start-state">{stateText(step, { state, isNext, counted })}</p>
      </div>
      <div class="start-ways">
        <Way place={opens} isMain={isNext} />
        {or !== null && <Way place={or} isMain={false} />}
        {state === 'open' && (
          <Button kind="quiet" onClick={() => skipStep(name)}>
            {words('skip')}
          </Button>
        )}
        {state === 'skipped' && (
          <Button kind="quiet" onClick={() => takeStep(name)}>
            {words('take')}
          </Button>
        )}
      </div>
    </li>
  )
}

function stateText(
  { count, name }: StartStep,
  of: { readonly state: string; readonly isNext: boolean; readonly counted: number },
): string {
  if (of.state === 'skipped') return words('skipped')
  if (of.state === 'open') return of.isNext ? words('next') : ''
  // The company is one, and so are its balances.
  if (name === 'empresa' || name === 'saldos') return words('done')
  if (count >= of.counted)
    return `${words('done')}. ${words('countMore', { count: shown(of.counted) })}`
  return `${words('done')}. ${words('count', { count: shown(count) })}`
}

function shown(count: number): string {
  return count.toLocaleString(language.value)
}

function Way({ place, isMain }: { readonly place: StepPlace; readonly isMain: boolean }) {
  // The list of the model begins it.
  const begin = (): void => {
    if (!('at' in place) || place.action === undefined) return
    wantedAction.value = { model: place.model, name: place.action }
  }
  return (
    <Link to={addressOf(place)} class={isMain ? 'btn primary' : 'btn'} onClick={begin}>
      {wayText(place)}
    </Link>
  )
}

function wayText(place: StepPlace): string {
  if ('page' in place) return words('openPage')
  if ('action' in place && place.action !== undefined) return words('openAction')
  if ('id' in place) return words('openOwn')
  switch (place.at) {
    case 'list':
      return words('openList')
    case 'new':
      return words('openNew')
    case 'import':
      return words('openImport')
  }
}
