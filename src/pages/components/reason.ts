import { maxReasonLength } from '#src/contributions/moderation.ts'
import type { Html } from '../html.ts'
import type { RenderContext } from '../page.ts'
import { type Filled, textArea } from './form.ts'

/** A reason in one line. */
const onOneLine = (given: string): string => given.replace(/\s+/g, ' ').trim()

/** A reason as the audit log keeps it: one line, and no longer than that. */
export const reasonIn = (given: string): string => onOneLine(given).slice(0, maxReasonLength).toWellFormed()

type Given = { reason: string; errors?: undefined } | { reason?: undefined; errors: { reason: string } }

/** The reason that a moderator has to give, in one line; or what is wrong with it, by field. */
export function requiredReason({ texts }: RenderContext, given: string): Given {
  const reason = onOneLine(given)
  if (reason !== '' && reason.length <= maxReasonLength) return { reason }
  return { errors: { reason: texts.admin.reasonWrong(maxReasonLength) } }
}

/** Where a moderator says why; the hint says who reads it. */
export function reasonField(context: RenderContext, filled: Filled, hint: string): Html {
  const field = { name: 'reason', label: context.texts.admin.reason, hint, isRequired: true }
  return textArea(context, filled, { ...field, rows: 3, maxLength: maxReasonLength })
}
