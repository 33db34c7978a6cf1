/** Where a step is taken. */
export type StepPlace =
  | { readonly page: string }
  | { readonly model: string; readonly id: number; readonly action?: string }
  /** `action` of a list is one without records. */
  | { readonly model: string; readonly at: 'list' | 'new' | 'import'; readonly action?: string }

interface Words {
  readonly es: string
  readonly en: string
}

/** A step as the service tells it. */
export interface StartStep {
  readonly name: string
  readonly label: Words
  readonly help: Words
  readonly done: boolean
  readonly count: number
  readonly optional: boolean
  /** What there is to know of what was done. */
  readonly note?: Words | null
  readonly opens: StepPlace
  readonly or: StepPlace | null
}

export function addressOf(place: StepPlace): string {
  if ('page' in place) return place.page
  if ('id' in place) {
    const { model, id, action } = place
    return action === undefined ? `/m/${model}/${id}` : `/m/${model}/${id}?accion=${action}`
  }
  return place.at === 'list' ? `/m/${place.model}` : `/m/${place.model}/${place.at}`
}

export type StepState = 'done' | 'skipped' | 'open'

/** What the person said is not needed counts as taken; what is there is there. */
export function stateOf({ name, done }: StartStep, skipped: readonly string[]): StepState {
  if (done) return 'done'
  return skipped.includes(name) ? 'skipped' : 'open'
}

/** The first step that is still to be taken; one that nobody needs to take is none. */
export function nextStep(
  steps: readonly StartStep[],
  skipped: readonly string[],
): StartStep | undefined {
  const open = steps.filter((step) => stateOf(step, skipped) === 'open')
  return open.find(({ optional }) => !optional) ?? open[0]
}
