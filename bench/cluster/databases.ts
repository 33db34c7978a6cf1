/** The databases of the services that keep records, on whichever server. */
export const DATABASES = ['oficina_erp', 'oficina_chat'] as const
