import { computed, signal } from '@preact/signals'
import { readStored, writeStored } from '@oficina/web/stored.ts'

/** Somebody who is signed in to the organization of this address. */
export interface Account {
  readonly userId: number
  /** What the service calls them, with which the key is sent. */
  readonly email: string
  readonly name: string
  readonly apiKey: string
}

const ACCOUNTS = 'oficina.chat.accounts'
const LAST = 'oficina.chat.account'
// More than one person uses in a browser; the oldest goes.
const MAX_ACCOUNTS = 10

/** All who are signed in in this browser, the latest last. */
export const accounts = signal<readonly Account[]>(parsed(readStored(ACCOUNTS)))

// Each tab has its own, so that two may work as two people side by side.
const chosen = signal<number | undefined>(firstChoice())

/** Who uses this tab, or undefined: nobody is signed in. */
export const account = computed(() => accounts.value.find(({ userId }) => userId === chosen.value))

/** The service has stopped taking the key: the page stays, and asks for the password over it. */
export const isExpired = signal(false)

addEventListener('storage', ({ key, newValue }) => {
  if (key !== ACCOUNTS) return
  const before = account.peek()
  accounts.value = parsed(newValue ?? undefined)
  const after = account.peek()
  if (before !== undefined && after?.apiKey !== before.apiKey) settle(before)
})

/** Keeps an account, and uses this tab as it. The same person's older key is forgotten. */
export function keepAccount(given: Account): void {
  const before = account.peek()
  store([...accounts.peek().filter(({ userId }) => userId !== given.userId), given])
  choose(given.userId)
  if (before !== undefined) settle(before)
}

/** Uses this tab as another account. */
export function switchAccount(userId: number): void {
  choose(userId)
  location.assign('/console')
}

export function renameAccount(userId: number, name: string): void {
  store(accounts.peek().map((one) => (one.userId === userId ? { ...one, name } : one)))
}

/** Signs an account out of this browser. */
export function forgetAccount(userId: number): void {
  store(accounts.peek().filter((one) => one.userId !== userId))
}

/** The service refused this key; nothing happens if it was an older one, which a late answer may speak of. */
export function refusedKey(refused: string): void {
  if (account.peek()?.apiKey === refused) isExpired.value = true
}

/** What is on the page was made for one person's eyes: another gets a new page. */
function settle(before: Account): void {
  isExpired.value = false
  if (account.peek()?.userId !== before.userId) location.assign('/console')
}

function store(all: readonly Account[]): void {
  const kept = all.slice(-MAX_ACCOUNTS)
  writeStored(ACCOUNTS, JSON.stringify(kept))
  accounts.value = kept
}

function choose(userId: number): void {
  writeStored(LAST, String(userId))
  keepInTab(String(userId))
  chosen.value = userId
}

function firstChoice(): number | undefined {
  const kept = Number(readInTab() ?? readStored(LAST) ?? Number.NaN)
  const known = accounts.peek()
  const found = known.find(({ userId }) => userId === kept) ?? known.at(-1)
  if (found !== undefined) keepInTab(String(found.userId))
  return found?.userId
}

function readInTab(): string | undefined {
  try {
    return sessionStorage.getItem(LAST) ?? undefined
  } catch {
    return undefined
  }
}

function keepInTab(value: string): void {
  try {
    sessionStorage.setItem(LAST, value)
  } catch {
    // The browser's last choice serves.
  }
}

function parsed(text: string | undefined): readonly Account[] {
  if (text === undefined) return []
  try {
    const stored: unknown = JSON.parse(text)
    return Array.isArray(stored) ? stored.filter(isAccount) : []
  } catch {
    return []
  }
}

function isAccount(value: unknown): value is Account {
  if (typeof value !== 'object' || value === null) return false
  // What another version wrote is no account.
  const { userId, email, name, apiKey } = value as Partial<Account>
  return (
    typeof userId === 'number' &&
    typeof email === 'string' &&
    typeof name === 'string' &&
    typeof apiKey === 'string'
  )
}
