import { useEffect } from 'preact/hooks'
import { navigate } from '@oficina/web/router.ts'

import { selectedMessage } from '../feed/selected.ts'
import { holdKeysOf } from '../keys/own-keys.ts'
import { useShortcut } from '../keys/use-shortcut.ts'
import { narrowAddress, topicsAddress, topicsChannelOf } from '../narrow/narrow-address.ts'
import { channelNarrow } from '../narrow/narrow.ts'
import { setPolicy } from '../sidebar/conversation-acts.ts'
import { here } from '../sidebar/here.ts'
import { goToNextDirect, goToNextTopic } from '../sidebar/next-unread.ts'
import { visitNewestTopic } from '../sidebar/visit-channel.ts'
import { POLICY, topicPolicy } from '../state/conversations/topics.ts'
import { userSettings } from '../state/own/own.ts'
import { ownId } from '../state/part.ts'
import { homeAddress } from './home-view.ts'
import { openOverlay } from './overlay.ts'

/** What keys do wherever the person is; a page's own come first. */
export function GlobalKeys() {
  useEffect(() => holdKeysOf(String(ownId())), [])
  useShortcut('help', () => openOverlay('shortcuts'))
  useShortcut('home', () => void navigate(homeAddress()))
  useShortcut('leave', leave)
  useShortcut('inbox', () => void navigate('/inbox'))
  useShortcut('recent', () => void navigate('/recent'))
  useShortcut('combined', () => void navigate('/narrow'))
  useShortcut('starred', () => void navigate('/narrow/is/starred'))
  useShortcut('directMessages', () => void navigate('/narrow/is/dm'))
  useShortcut('drafts', () => void navigate('/drafts'))
  useShortcut('back', () => history.back())
  useShortcut('forward', () => history.forward())
  useShortcut('nextUnreadTopic', () => goToNextTopic())
  useShortcut('nextUnreadFollowed', () => goToNextTopic({ isFollowed: true }))
  useShortcut('nextUnreadDirect', goToNextDirect)
  useShortcut('muteTopic', muteHere)
  useShortcut('channelViews', goThroughChannel)
  return null
}

/** Esc goes home, unless the person does not want that. */
function leave(): boolean {
  const { activeElement } = document
  // What has the focus is left first.
  if (activeElement instanceof HTMLElement && activeElement.matches('input, textarea')) {
    activeElement.blur()
    return true
  }
  if (userSettings.peek()?.web_escape_navigates_to_home_view === false) return false
  if (here.peek().path === homeAddress()) return false
  void navigate(homeAddress())
  return true
}

/** The topic of the message that has the frame, else the one that is open. */
function muteHere(): boolean {
  const selected = selectedMessage.peek()
  const { channelId = selected?.stream_id, topic = selected?.subject } = here.peek()
  if (channelId === undefined || topic === undefined) return false
  const isMuted = topicPolicy(channelId, topic) === POLICY.muted
  void setPolicy(channelId, topic, isMuted ? POLICY.none : POLICY.muted)
  return true
}

/** From a topic to the whole channel, from there to the list of its topics, and to its newest topic again. */
function goThroughChannel(): boolean {
  const { path, channelId, topic } = here.peek()
  if (channelId === undefined) return false
  if (topic !== undefined) void navigate(narrowAddress(channelNarrow(channelId)))
  else if (topicsChannelOf(path) === undefined) void navigate(topicsAddress(channelId))
  else void visitNewestTopic(channelId)
  return true
}
