{{- define "punctual.name" -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- end -}}

{{/* Labels of every object. Takes the root context. */}}
{{- define "punctual.labels" -}}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
app.kubernetes.io/name: punctual
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end -}}

{{/* What selects the pods of one component. Takes a list: the root context and the component. */}}
{{- define "punctual.selector" -}}
{{- $root := index . 0 -}}
app.kubernetes.io/name: punctual
app.kubernetes.io/instance: {{ $root.Release.Name }}
app.kubernetes.io/component: {{ index . 1 }}
{{- end -}}

{{/* What all pods share. Takes the root context. */}}
{{- define "punctual.pod" -}}
automountServiceAccountToken: false
# Otherwise each Service in the namespace adds variables, and some could look like those of Punctual.
enableServiceLinks: false
{{- with .Values.serviceAccountName }}
serviceAccountName: {{ . }}
{{- end }}
{{- with .Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 65532
  runAsGroup: 65532
  fsGroup: 65532
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile:
    type: RuntimeDefault
volumes:
  - name: tmp
    emptyDir: {}
  - name: data
    {{- if eq .Values.storage.kind "filesystem" }}
    persistentVolumeClaim:
      claimName: {{ .Values.storage.existingClaim }}
    {{- else }}
    emptyDir: {}
    {{- end }}
{{- end -}}

{{/* What all containers share. Takes the root context. */}}
{{- define "punctual.container" -}}
image: "{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}"
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
envFrom:
  - secretRef:
      name: {{ .Values.existingSecret }}
env:
  - name: PUBLIC_URL
    value: {{ .Values.publicUrl | quote }}
  - name: STORAGE
    value: {{ .Values.storage.kind | quote }}
  {{- range $name, $value := .Values.env }}
  - name: {{ $name }}
    value: {{ $value | quote }}
  {{- end }}
volumeMounts:
  - name: tmp
    mountPath: /tmp
  - name: data
    mountPath: /data
{{- end -}}

{{/* A Deployment. Takes a dict: root, component, ports (name to number), and the port of /healthz. */}}
{{- define "punctual.deployment" -}}
{{- $root := .root -}}
{{- $component := .component -}}
{{- $values := index $root.Values $component -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "punctual.name" $root }}-{{ $component }}
  labels:
    {{- include "punctual.labels" $root | nindent 4 }}
    app.kubernetes.io/component: {{ $component }}
spec:
  replicas: {{ $values.replicas }}
  selector:
    matchLabels:
      {{- include "punctual.selector" (list $root $component) | nindent 6 }}
  strategy:
    type: RollingUpdate
    rollingUpdate:
      maxSurge: 1
      maxUnavailable: 0
  template:
    metadata:
      labels:
        {{- include "punctual.labels" $root | nindent 8 }}
        app.kubernetes.io/component: {{ $component }}
      {{- with $values.podAnnotations }}
      annotations:
        {{- toYaml . | nindent 8 }}
      {{- end }}
    spec:
      {{- include "punctual.pod" $root | nindent 6 }}
      # Longer than Punctual takes to finish the calls under way.
      terminationGracePeriodSeconds: 30
      topologySpreadConstraints:
        - maxSkew: 1
          topologyKey: kubernetes.io/hostname
          whenUnsatisfiable: ScheduleAnyway
          labelSelector:
            matchLabels:
              {{- include "punctual.selector" (list $root $component) | nindent 14 }}
      {{- with $values.nodeSelector }}
      nodeSelector:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with $values.tolerations }}
      tolerations:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with $values.affinity }}
      affinity:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      containers:
        - name: {{ $component }}
          args: [{{ $component }}]
          {{- include "punctual.container" $root | nindent 10 }}
          ports:
            {{- range $name, $number := .ports }}
            - name: {{ $name }}
              containerPort: {{ $number }}
            {{- end }}
          startupProbe:
            httpGet: { path: /healthz, port: {{ .healthPort }} }
            periodSeconds: 2
            timeoutSeconds: 5
            failureThreshold: 60
          livenessProbe:
            httpGet: { path: /healthz, port: {{ .healthPort }} }
            periodSeconds: 10
            timeoutSeconds: 5
            failureThreshold: 6
          # The API's own port would also say 503 while no worker polls, and then no API pod would get requests.
          readinessProbe:
            httpGet: { path: /readyz, port: metrics }
            periodSeconds: 5
            timeoutSeconds: 5
            failureThreshold: 2
          resources:
            {{- toYaml $values.resources | nindent 12 }}
{{- end -}}
