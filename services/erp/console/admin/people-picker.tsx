import { useState } from 'preact/hooks'
import type { FieldIds } from '@oficina/web/field.tsx'

import { ReferencePicker } from '../values/reference-picker.tsx'

export interface PickedPerson {
  readonly id: number
  readonly name: string
}

/** A field that takes one person of the company after the other. */
export function PeoplePicker({
  ids,
  onPick,
}: {
  readonly ids: FieldIds
  readonly onPick: (person: PickedPerson) => void
}) {
  // A picker that has given somebody is replaced by an empty one.
  const [picked, setPicked] = useState(0)
  return (
    <ReferencePicker
      key={picked}
      model="Usuario"
      ids={ids}
      value={null}
      text=""
      onChange={(id, chosen) => {
        if (typeof id !== 'number') return
        onPick({ id, name: chosen?.text ?? `#${id}` })
        setPicked(picked + 1)
      }}
    />
  )
}
