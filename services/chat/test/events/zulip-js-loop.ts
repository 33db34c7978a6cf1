/** Runs the library's endless event loop; prints the text of each message. Ended by whoever started it. */
import zulip from 'zulip-js'

const [, , realm = '', username = '', apiKey = ''] = process.argv
const client = await zulip({ realm, username, apiKey })
await client.callOnEachEvent(
  (event) => process.stdout.write(`${event['message'].content}\n`),
  ['message'],
)
