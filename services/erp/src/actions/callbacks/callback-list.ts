import { callbackRunner } from './callback.ts'

/** The callbacks of the level 4 models by the names that the dictionary uses. */
export const CALLBACKS = callbackRunner(new Map())
