import { userSettings } from '../state/own/own.ts'

const HOMES: Readonly<Record<string, string>> = {
  inbox: '/inbox',
  recent_topics: '/recent',
  recent: '/recent',
  all_messages: '/narrow',
}

/** Where the person begins: their own setting. */
export function homeAddress(): string {
  return HOMES[userSettings.value?.web_home_view ?? ''] ?? '/inbox'
}
