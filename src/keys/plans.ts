export const plans = ['developer', 'professional'] as const
export type Plan = (typeof plans)[number]
