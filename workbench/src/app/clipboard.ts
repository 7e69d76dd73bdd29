import { toast } from './toasts.tsx';

/** Copies to the clipboard and says so. */
export async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast('Copied.');
  } catch {
    toast('The browser does not let this page use the clipboard.', 'failed');
  }
}
