import { send } from '@oficina/web/request.ts'

interface Health {
  readonly joined?: { readonly documents?: string }
}

/** Whether the service that makes PDFs is configured. */
export async function isPrinterThere(signal: AbortSignal): Promise<boolean> {
  const response = await send('/health', { signal })
  const { joined } = (await response.json()) as Health
  return joined?.documents !== undefined && joined.documents !== 'absent'
}
