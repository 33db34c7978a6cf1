/** One tone of a sound: its pitch, when it begins and how long it rings, in seconds. */
type Tone = readonly [hertz: number, at: number, length: number]

/** Our own sounds by the names that the service knows. */
const SOUNDS: Readonly<Record<string, readonly Tone[]>> = {
  zulip: [
    [880, 0, 0.18],
    [1174.7, 0.12, 0.3],
  ],
  ding: [[1318.5, 0, 0.6]],
  'glass-ping': [
    [1760, 0, 0.35],
    [2637, 0.02, 0.45],
  ],
  'bell-low': [
    [523.3, 0, 0.8],
    [784, 0.01, 0.6],
  ],
  chime: [
    [1046.5, 0, 0.4],
    [1318.5, 0.14, 0.4],
    [1568, 0.28, 0.6],
  ],
  chirp: [
    [2093, 0, 0.07],
    [2637, 0.08, 0.08],
  ],
  default: [[987.8, 0, 0.25]],
}
const LOUDNESS = 0.12
const FADE_S = 0.01

const held: { context?: AudioContext } = {}

/** Plays a sound by its name; `none` is silence. What the browser keeps silent until the person has clicked stays so. */
export async function playSound(name: string): Promise<void> {
  if (name === 'none') return
  held.context ??= new AudioContext()
  const { context } = held
  if (context.state === 'suspended') await context.resume()
  for (const tone of SOUNDS[name] ?? SOUNDS['default'] ?? []) ring(context, tone)
}

function ring(context: AudioContext, [hertz, at, length]: Tone): void {
  const begin = context.currentTime + at
  const oscillator = context.createOscillator()
  const gain = context.createGain()
  oscillator.type = 'sine'
  oscillator.frequency.value = hertz
  gain.gain.setValueAtTime(0, begin)
  gain.gain.linearRampToValueAtTime(LOUDNESS, begin + FADE_S)
  gain.gain.exponentialRampToValueAtTime(0.0001, begin + length)
  oscillator.connect(gain).connect(context.destination)
  oscillator.start(begin)
  oscillator.stop(begin + length)
}
