import { signal } from '@preact/signals'

import { api } from '../session/api.ts'

/** Whether the person administers the company, and may do what no right of a profile gives; false until it is known. */
export const isAdministrator = signal(false)

/** Asks the service; without an answer nothing is shown that needs it. */
export async function askWhetherAdministrator(): Promise<void> {
  try {
    const { data } = await api<{ readonly administrador: boolean }>('/auth/me')
    isAdministrator.value = data.administrador
  } catch {
    isAdministrator.value = false
  }
}
