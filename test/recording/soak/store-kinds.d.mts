import type { RecordingStore } from '../../../src/recording/index.js'

export declare const STORE_KINDS: Readonly<
  Record<
    string,
    {
      place(folder: string): string
      open(place: string): Promise<RecordingStore>
      damageOf(place: string): string | undefined
    }
  >
>
