import { defaulted, integer, optional, text } from '@oficina/kit/config.ts'
import { DEFAULT_DATA_DIR } from '@oficina/kit/service-settings.ts'

/** The settings of a service that keeps its data in PostgreSQL. */
export function databaseSettings() {
  return {
    databaseUrl: optional('DATABASE_URL', text),
    databaseDirectUrl: optional('DATABASE_DIRECT_URL', text),
    databaseReadUrl: optional('DATABASE_READ_URL', text),
    databasePoolSize: defaulted('DATABASE_POOL_SIZE', integer(2, 200), 10),
    dataDir: defaulted('DATA_DIR', text, DEFAULT_DATA_DIR),
  }
}
