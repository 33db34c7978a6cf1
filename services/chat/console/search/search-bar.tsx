/** Search in the bar. */
export function SearchBar() {
  return <p class="empty">SearchBar</p>
}
