/** Views, direct conversations, channels and topics. */
export function LeftSidebar() {
  return <p class="empty">LeftSidebar</p>
}
