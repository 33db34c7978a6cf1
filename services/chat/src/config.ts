import { databaseSettings, serviceSettings } from '@oficina/kit/service-settings.ts'

const DEFAULT_PORT = 3002

/**
 * The environment of this service.
 * @source docs/decisions/0001-foundations.md, "Environment"
 */
export function settings(isTerminal: boolean) {
  return { ...serviceSettings(DEFAULT_PORT, isTerminal), ...databaseSettings() }
}
