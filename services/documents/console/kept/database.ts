/** What the browser keeps of templates: pictures of first pages, versions that were replaced. */
export type Shelf = 'thumbnails' | 'versions'

const NAME = 'oficina-documents'
const SHELVES: readonly Shelf[] = ['thumbnails', 'versions']

const opened: { database?: Promise<IDBDatabase> } = {}

/**
 * Asks the browser's database. Where it keeps none (a private window, a full disk) the answer is undefined, and the page
 * works without.
 */
export async function onShelf<T>(
  shelf: Shelf,
  mode: 'readonly' | 'readwrite',
  ask: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T | undefined> {
  try {
    const database = await (opened.database ??= open())
    return await answered(ask(database.transaction(shelf, mode).objectStore(shelf)))
  } catch {
    return undefined
  }
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, 1)
  request.addEventListener('upgradeneeded', () => {
    for (const shelf of SHELVES) request.result.createObjectStore(shelf)
  })
  return answered(request)
}

function answered<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () =>
      reject(request.error ?? new Error('the database failed')),
    )
  })
}
