import { words } from '../words/feed.ts'

const LINES = [3, 1, 2, 1, 3, 2]

/** The shape of messages while the first of them are on their way. */
export function FeedWaiting() {
  return (
    <div class="feed-view" aria-busy="true">
      <div class="feed-waiting">
        <p class="hidden" role="status">
          {words('loading')}
        </p>
        <div class="waiting-bar" />
        {LINES.map((lines, index) => (
          <div key={index} class="waiting-message">
            <span class="waiting-picture" />
            <span class="waiting-text">
              {Array.from({ length: lines }, (_line, at) => (
                <span key={at} />
              ))}
            </span>
          </div>
        ))}
      </div>
    </div>
  )
}
