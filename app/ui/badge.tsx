type Tone = 'neutral' | 'success' | 'warning' | 'accent';

const TONES: Record<Tone, string> = {
  neutral: 'bg-sunken text-muted',
  success: 'bg-success-tint text-success',
  warning: 'bg-warning-tint text-warning',
  accent: 'bg-accent-tint text-accent',
};

/** A short word for a state, in a rounded box. */
export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: string }) {
  return (
    <span
      className={`inline-block rounded-full px-2 py-0.5 text-xs font-medium whitespace-nowrap ${TONES[tone]}`}
    >
      {children}
    </span>
  );
}
