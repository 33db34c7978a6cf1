import '@preact/signals'
import repeatIcon from 'lucide-static/icons/rotate-ccw.svg'
import { useState } from 'preact/hooks'
import { Button } from '@oficina/web/button.tsx'
import { toast } from '@oficina/web/toasts.tsx'

import { failureText } from '../../session/failure-text.ts'
import { words } from '../../words/lines.ts'
import { isUntouched } from '../record-node.ts'
import { linesAt, type LinesPlace } from './line-edits.ts'
import { partnerOf, repeatLast } from './repeat-last.ts'

/** The lines of the last document with the same partner, as long as nothing was typed yet. */
export function RepeatButton({ place }: { readonly place: LinesPlace }) {
  const [isBusy, setBusy] = useState(false)
  const partner = partnerOf(place)
  const isNew = place.state.node.value.id === undefined
  if (partner === undefined || !isNew || !linesAt(place).every(isUntouched)) return null
  const run = async (): Promise<void> => {
    setBusy(true)
    try {
      const found = await repeatLast(place, partner)
      toast(
        found === undefined
          ? { text: words('nothingToRepeat', { partner: partner.text }) }
          : { text: words('repeated', found), tone: 'success' },
      )
    } catch (error) {
      toast({ text: failureText(error), tone: 'danger' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button kind="quiet" icon={repeatIcon} isBusy={isBusy} onClick={() => void run()}>
      {words('repeat', { partner: partner.text })}
    </Button>
  )
}
