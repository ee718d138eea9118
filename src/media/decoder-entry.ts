import { type Composing, compose, type Rendering, render, type Taking, take } from './decode.ts'
import type { Answer } from './decoder.ts'
import { PictureError } from './refusals.ts'

// This file runs in a process of its own, because it reads what anybody may have made: when a decoder crashes or hangs,
// only this process ends.

async function answer(job: Taking | Rendering | Composing): Promise<Answer> {
  try {
    if (job.task === 'take') return { value: await take(job) }
    return { value: await (job.task === 'compose' ? compose(job) : render(job)) }
  } catch (error) {
    if (error instanceof PictureError) return { refusal: error.reason }
    const { code } = error as { code?: unknown }
    return { fault: error instanceof Error ? error.message : String(error), ...(typeof code === 'string' && { code }) }
  }
}

process.on('message', async (job: Taking | Rendering | Composing) => process.send?.(await answer(job)))
// The server has ended, for whatever reason.
process.on('disconnect', () => process.exit())
process.send?.('ready')
