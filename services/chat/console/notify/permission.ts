import { signal } from '@preact/signals'

export type Permission = 'granted' | 'denied' | 'default' | 'impossible'

/** Whether the browser lets the client show notifications. */
export const permission = signal<Permission>(present())

/** Something would have been shown if the person had been asked. */
export const isMissed = signal(false)

/** Asks the person; only in answer to their click. */
export async function askPermission(): Promise<Permission> {
  if (permission.peek() !== 'impossible') await Notification.requestPermission()
  permission.value = present()
  return permission.value
}

/** Pages that come over the network without encryption cannot show any. */
function present(): Permission {
  return typeof Notification === 'undefined' ? 'impossible' : Notification.permission
}
