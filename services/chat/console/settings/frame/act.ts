import { toast } from '@oficina/web/toasts.tsx'

import { failureText } from '../../session/failure-text.ts'

/** Does something at once, and tells when it could not be done; true when it was. */
export async function act(work: () => Promise<unknown>, done?: string): Promise<boolean> {
  try {
    await work()
    if (done !== undefined) toast({ text: done, tone: 'success' })
    return true
  } catch (error) {
    toast({ text: failureText(error), tone: 'danger' })
    return false
  }
}
