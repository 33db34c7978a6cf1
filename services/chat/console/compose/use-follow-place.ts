import { effect } from '@preact/signals'
import { useEffect } from 'preact/hooks'

import { composeText, composing, retarget, sameTarget } from './compose-state.ts'
import { placeTarget } from './recipient/place-target.ts'

/** An empty box goes along with the view: what is written in it is for the conversation that is looked at. */
export function useFollowPlace(): void {
  useEffect(
    () =>
      effect(() => {
        const target = placeTarget.value
        const now = composing.peek()
        if (now === undefined || target === undefined || sameTarget(now.target, target)) return
        const isFree = composeText.peek() === '' && now.scheduledId === undefined
        if (!isFree) return
        // A channel's view takes a topic that is already being named.
        const isWithin =
          target.kind === 'channel' &&
          target.topic === undefined &&
          now.target.kind === 'channel' &&
          now.target.channelId === target.channelId
        if (isWithin) return
        retarget(target)
      }),
    [],
  )
}
