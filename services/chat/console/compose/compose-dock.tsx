/** Where messages are written, below what is shown. */
export function ComposeDock() {
  return <p class="empty">ComposeDock</p>
}
