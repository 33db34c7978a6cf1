export type Op = 'add' | 'remove'

/** A thing that is or is not, such as a star on a message, as this person turns it on and off. */
export interface OwnToggle {
  /** Which thing it is, among all of this tab. */
  readonly key: string
  readonly show: (op: Op) => void
  readonly tell: (op: Op) => Promise<unknown>
  /** Tells what each event of the service made of it, after it was shown, until the answer is called. */
  readonly onHeard: (listener: (op: Op) => void) => () => void
}

/** What was asked for last, by the key of those that the service has not answered yet. */
const asked = new Map<string, Op>()

/**
 * Turns a thing on or off, shown at once. The service is told one turn after the other, since two requests at once may reach it in
 * any order: who turned it again meanwhile has what they asked for last told next, and nothing between. Until then it is
 * shown as they asked, whatever events tell of the turns before; afterwards as the service has it, which is as before when
 * it refused.
 * @throws what `tell` does; who turned it again meanwhile is told nothing, since who turned it first is
 */
export async function toggle({ key, show, tell, onHeard }: OwnToggle, op: Op): Promise<void> {
  const isUnderWay = asked.has(key)
  asked.set(key, op)
  show(op)
  if (isUnderWay) return
  let heard: Op | undefined
  const stop = onHeard((now) => {
    heard = now
    show(asked.get(key) ?? now)
  })
  let held: Op = op === 'add' ? 'remove' : 'add'
  let told: Op
  try {
    do {
      heard = undefined
      told = asked.get(key) ?? op
      try {
        await tell(told)
        // Another tab may have turned it since. Where this turn's own event is still to come, it will be shown then.
        held = heard ?? told
      } catch (error) {
        held = heard ?? held
        // What was asked for since is told all the same: without an answer nobody knows what the service has.
        if (asked.get(key) === told) throw error
      }
    } while (asked.get(key) !== told)
  } finally {
    stop()
    asked.delete(key)
    show(held)
  }
}
