import { computed, signal } from '@preact/signals'
import { readStored, writeStored } from '@oficina/web/stored.ts'

/** A session as the browser keeps it: who is signed in, for which company, and until when. */
export interface Session {
  readonly token: string
  readonly expiresAt: string
  /** What was typed as the user, which may name the company too. */
  readonly login: string
  readonly usuario: Person
  readonly empresa: { readonly id: number; readonly razon_social: string }
  /** The session may only enrol a second factor until one is confirmed. */
  readonly mustEnrol: boolean
}

interface Person {
  readonly id: number
  readonly usuario: string
  readonly nombre: string
}

const KEY = 'oficina.erp.session'

/** The present session, or undefined: signed out. All tabs of the browser share it. */
export const session = signal<Session | undefined>(parsed(readStored(KEY)))

/**
 * Whether the service has stopped taking the session. The page stays as it is, with what was typed, and asks the person to
 * sign in again over it.
 */
export const isExpired = signal(false)

/** What requests of the person carry. */
export const token = computed(() => session.value?.token)

addEventListener('storage', ({ key, newValue }) => {
  if (key === KEY) take(parsed(newValue ?? undefined))
})

export function keepSession(given: Session): void {
  writeStored(KEY, JSON.stringify(given))
  take(given)
}

/** Forgets the session here and in the other tabs. */
export function forgetSession(): void {
  writeStored(KEY, undefined)
  take(undefined)
}

/** The service refused this token; nothing happens if it was an older one, which a late answer may speak of. */
export function refusedToken(refused: string): void {
  if (token.peek() === refused) isExpired.value = true
}

/** Only a factor may be enrolled from now on. */
export function demandEnrolment(): void {
  const present = session.peek()
  if (present !== undefined && !present.mustEnrol) keepSession({ ...present, mustEnrol: true })
}

function take(given: Session | undefined): void {
  const before = session.peek()
  if (given?.token !== before?.token) isExpired.value = false
  session.value = given
  // What is on the page, and what its parts keep, was made for somebody else's eyes.
  if (before !== undefined && (given === undefined || !isSamePerson(before, given))) {
    location.reload()
  }
}

function isSamePerson(one: Session, other: Session): boolean {
  return one.usuario.id === other.usuario.id && one.empresa.id === other.empresa.id
}

function parsed(text: string | undefined): Session | undefined {
  if (text === undefined) return undefined
  try {
    // Only this file writes it; what another version wrote is no session.
    const stored = JSON.parse(text) as Partial<Session> | null
    const isWhole =
      typeof stored?.token === 'string' &&
      typeof stored.login === 'string' &&
      typeof stored.usuario?.nombre === 'string' &&
      typeof stored.empresa?.razon_social === 'string'
    return isWhole ? (stored as Session) : undefined
  } catch {
    return undefined
  }
}
