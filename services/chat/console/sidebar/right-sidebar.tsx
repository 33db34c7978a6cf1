/** The people of what is shown, and of the organization. */
export function RightSidebar() {
  return <p class="empty">RightSidebar</p>
}
