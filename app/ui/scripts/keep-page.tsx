import { Component, type ReactNode } from 'react';
import { addressNow } from './steady-line.ts';

declare global {
  /** Reports a script's error to the server; `start.js` defines it before any module runs. */
  var reportScriptError: ((error: unknown) => void) | undefined;
}

type SeenPage = {
  html: HTMLElement;
  body: HTMLElement;
  nodes: ChildNode[];
  popovers: HTMLElement[];
  focused: Element | null;
};

type Props = { children: ReactNode };
type State = { kept: SeenPage | null };

/**
 * Keeps the page when one of our scripts throws. React would remove it; this puts its elements back with everything
 * typed, and the page then works as without scripts. (Only a class can catch rendering errors.)
 */
export class KeepPage extends Component<Props, State> {
  override state: State = { kept: null };
  private shownAt: string | null = null;

  // React calls this before it removes the page's elements.
  static getDerivedStateFromError(): State {
    return { kept: lookAtPage() };
  }

  override componentDidMount(): void {
    window.addEventListener('error', this.handleError);
    this.noteAddress();
  }

  override componentDidUpdate(): void {
    this.noteAddress();
  }

  override componentWillUnmount(): void {
    window.removeEventListener('error', this.handleError);
  }

  override componentDidCatch(error: unknown): void {
    window.reportScriptError?.(error);
    this.goOnWithoutScripts();
  }

  override render(): ReactNode {
    return this.state.kept ? null : this.props.children;
  }

  /** For errors that nobody caught, as of event handlers. Some browsers send warnings without an Error. */
  private handleError = ({ error }: ErrorEvent): void => {
    if (!(error instanceof Error) || this.state.kept) return;
    this.setState(
      ({ kept }) => ({ kept: kept ?? lookAtPage() }),
      () => {
        this.goOnWithoutScripts();
      },
    );
  };

  private noteAddress(): void {
    if (!this.state.kept) this.shownAt = addressNow();
  }

  private goOnWithoutScripts(): void {
    const { kept } = this.state;
    const { shownAt } = this;
    if (!kept) return;
    // The error came on the way to another page: have the server send that page.
    if (shownAt !== null && shownAt !== addressNow()) {
      window.location.reload();
      return;
    }
    putBack(kept);
    window.__remixRouter.dispose();
    const here = addressNow();
    window.addEventListener('popstate', () => {
      if (addressNow() !== here) window.location.reload();
    });
  }
}

function lookAtPage(): SeenPage {
  const { documentElement: html, body, activeElement: focused } = document;
  const popovers = [...body.querySelectorAll<HTMLElement>(':popover-open')];
  return { html, body, nodes: [...body.childNodes], popovers, focused };
}

/** Puts the elements back: as the server sends them, but with what was typed. */
function putBack({ html, body, nodes, popovers, focused }: SeenPage): void {
  if (document.documentElement !== html) document.replaceChild(html, document.documentElement);
  body.replaceChildren(...nodes);
  for (const dialog of body.querySelectorAll('dialog')) dialog.open = true;
  for (const popover of popovers) popover.showPopover();
  // Scripts had disabled buttons, and hidden those that are only needed without scripts.
  for (const button of body.querySelectorAll('button')) button.disabled = false;
  for (const element of body.querySelectorAll('[data-hydrated]')) {
    element.removeAttribute('data-hydrated');
  }
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
}
