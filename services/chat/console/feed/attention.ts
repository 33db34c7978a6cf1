/** Whether the person has the list before their eyes: the page is shown and used, and nothing lies over it. */
export function isAttended(): boolean {
  return (
    document.visibilityState === 'visible' &&
    document.hasFocus() &&
    document.querySelector('dialog:modal') === null
  )
}

/** Tells when the person may have come back, until the answer is called. */
export function onAttention(listener: () => void): () => void {
  addEventListener('focus', listener)
  document.addEventListener('visibilitychange', listener)
  // A dialog that closes gives the focus back.
  document.addEventListener('close', listener, true)
  return () => {
    removeEventListener('focus', listener)
    document.removeEventListener('visibilitychange', listener)
    document.removeEventListener('close', listener, true)
  }
}
